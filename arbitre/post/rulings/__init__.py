"""What a referee changes afterwards: rulings and precedents."""
